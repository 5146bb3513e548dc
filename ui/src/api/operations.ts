/** Every operation the console calls, with what goes in and what comes out. The shapes are generated from the Rust types. */
import type { Accounts } from "./generated/Accounts";
import type { DeadLetterGroupDetail } from "./generated/DeadLetterGroupDetail";
import type { DeadLetterGroups } from "./generated/DeadLetterGroups";
import type { GroupRef } from "./generated/GroupRef";
import type { JobDetail } from "./generated/JobDetail";
import type { JobFilter } from "./generated/JobFilter";
import type { JobList } from "./generated/JobList";
import type { JobRef } from "./generated/JobRef";
import type { Ledger } from "./generated/Ledger";
import type { LedgerQuery } from "./generated/LedgerQuery";
import type { Now } from "./generated/Now";
import type { OverrideOutcome } from "./generated/OverrideOutcome";
import type { RequeuePlan } from "./generated/RequeuePlan";
import type { RequeueRequest } from "./generated/RequeueRequest";
import type { Workspace } from "./generated/Workspace";

type Nothing = Record<string, never>;

export interface Operations {
  "workspace.get": [Nothing, Workspace];
  "now.get": [Nothing, Now];
  "job.list": [JobFilter, JobList];
  "job.get": [JobRef, JobDetail];
  "job.requeue_plan": [JobRef, RequeuePlan];
  "job.requeue": [RequeueRequest, OverrideOutcome];
  "dead_letter.groups": [Nothing, DeadLetterGroups];
  "dead_letter.group": [GroupRef, DeadLetterGroupDetail];
  "ledger.accounts": [Nothing, Accounts];
  "ledger.get": [LedgerQuery, Ledger];
}

export type Operation = keyof Operations;
export type Payload<O extends Operation> = Operations[O][0];
export type Answer<O extends Operation> = Operations[O][1];
