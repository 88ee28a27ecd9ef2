/** The model's reply for a job. `provider` is absent in replies that an earlier version stored. */
export type Reply = { text: string; tokens: number; model: string; provider?: string }
