/** A row of `events`. Times are milliseconds since the epoch, UTC. */
export interface EventRow {
  /** The order of the insertions, which for one subject is the order of its changes. */
  seq: number;
  id: string;
  type: string;
  subject_type: string;
  subject_id: string;
  /** The account that it concerns, whose rank hides it. */
  owner_id: string | null;
  /** Null for a guest and for the service itself. */
  actor_id: string | null;
  /** The client whose token the request had. */
  client_id: string | null;
  trace_id: string;
  occurred_at: number;
  /** JSON: the subject after the change, as it was stored. Null once the person was anonymised. */
  data: string | null;
  /** JSON: the values before the change. */
  previous: string | null;
  /** The place in the order in which everyone reads events; null until the sequencer has given it. */
  position: number | null;
}

/** An event that readers can see. */
export type SequencedEvent = EventRow & { position: number };
