/** What the model wrote for one job. */
export type Reply = { text: string; tokens: number; model: string }
