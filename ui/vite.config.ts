/** Builds the console into ui/dist; the same file configures its tests. */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  clearScreen: false,
  server: { port: 7413, strictPort: true },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // WebKitGTK 2.50 and the WebViews of the other systems all know these.
    target: ["safari17", "chrome120"],
    // Inlined data: fonts would need a wider CSP.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["./src/test-setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // Generous: the machine may be busy with something else.
    testTimeout: 30_000,
  },
});
