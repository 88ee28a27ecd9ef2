/** What the model wrote for one job. Without a provider: written by a version of before. */
export type Reply = { text: string; tokens: number; model: string; provider?: string }
