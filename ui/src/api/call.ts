/** The one way to the back end: JSON text out, JSON text back, refusals as `Refusal`. */
import { platform } from "../platform";
import type { Answer, Operation, Payload } from "./operations";
import { Refusal } from "./problem";

export async function call<O extends Operation>(operation: O, payload: Payload<O>): Promise<Answer<O>> {
  let text: string;
  try {
    text = await platform().call(operation, JSON.stringify(payload));
  } catch (reason) {
    throw Refusal.of(reason);
  }
  // Safe to parse: units and payloads are strings, counts stay far below 2^53.
  return JSON.parse(text) as Answer<O>;
}
