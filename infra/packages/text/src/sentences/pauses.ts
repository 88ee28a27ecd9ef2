/** Silence behind what is spoken in one breath, in ms, by what ends there. */
export const pausesMs = { clause: 60, sentence: 220, paragraph: 450 } as const
