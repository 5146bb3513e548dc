/** Results for people who do not see the screen, and the strip that says them to everyone else. */
import { makeStore, useStore } from "./store";

export interface News { text: string; id: number }

const news = makeStore<News | null>(null);
let last = 0;

/** Says a result once, in the words of the verb that was used. */
export function announce(text: string): void {
  last += 1;
  news.set({ text, id: last });
}

export function useNews(): News | null {
  return useStore(news);
}
