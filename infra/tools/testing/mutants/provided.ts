declare module 'vitest' {
  interface ProvidedContext {
    /** The mutant that is on, '' for none, where the uses of all are recorded then, and the time of a test. */
    mutant: { key: string; usesFile: string; testMs: number }
  }
}

export {}
