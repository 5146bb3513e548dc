/** What the console needs from the program around it. Nothing outside of this folder knows Tauri. */

export interface Platform {
  /** Runs one operation. Payload and answer are JSON text; a refusal rejects with a problem object. */
  call(operation: string, payload: string): Promise<string>;
  /** Calls back after commits: a hint to read again. Returns how to stop. */
  onChanged(listener: () => void): () => void;
}
