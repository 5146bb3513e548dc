/** What can come back instead of an answer, and what it means for the person at the desk. */

/** Failures that say for certain that nothing was changed. */
const NOTHING_DONE = ["database_unavailable", "workspace_unavailable"];

/** A named refusal or failure of an operation. */
export class Refusal extends Error {
  readonly code: string;
  /** HTTP-like status; 0 when nothing came back at all. */
  readonly status: number;
  readonly title: string;
  readonly facts: Record<string, unknown>;

  constructor(code: string, status: number, title: string, detail: string, facts: Record<string, unknown>) {
    super(detail);
    this.name = "Refusal";
    this.code = code;
    this.status = status;
    this.title = title;
    this.facts = facts;
  }

  /** Reads whatever the platform rejected with. What is not a problem object means the connection broke. */
  static of(reason: unknown): Refusal {
    if (reason instanceof Refusal) return reason;
    const value = typeof reason === "string" ? parse(reason) : reason;
    if (isProblem(value)) {
      const { code, status, title, detail, ...facts } = value;
      return new Refusal(code, status, title, detail, facts);
    }
    const detail = reason instanceof Error ? reason.message : String(reason);
    return new Refusal("no_answer", 0, "No answer", detail, {});
  }

  /** Nothing can be said about what the back end did: it did not answer, or answered that it does not know itself. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || (this.status >= 500 && !NOTHING_DONE.includes(this.code));
  }
}

interface ProblemLike { code: string; status: number; title: string; detail: string; [fact: string]: unknown }

function isProblem(value: unknown): value is ProblemLike {
  return typeof value === "object" && value !== null && "code" in value && "status" in value && "detail" in value
    && typeof value.code === "string" && typeof value.status === "number" && typeof value.detail === "string";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
