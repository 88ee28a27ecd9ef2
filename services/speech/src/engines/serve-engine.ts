import { type Answer, flatten, type Question } from './engine-messages.ts'

/** The body of an engine's process: answers requests until the process that started it disconnects. */
export function serveEngine<Request, Result>(work: (request: Request) => Result | Promise<Result>): void {
  const answer = (message: Omit<Answer, 'rssBytes'>) =>
    void process.send?.({ ...message, rssBytes: process.memoryUsage.rss() } satisfies Answer, () => {})
  process.on('message', async ({ id, request }: Question) => {
    try {
      answer({ id, result: await work(request as Request) })
    } catch (error) {
      answer({ id, failure: flatten(error) })
    }
  })
  process.once('disconnect', () => process.exit())
  // Ctrl-C and supervisors signal the whole group: the parent process stops the engine, after the work in flight.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
}
