import { type Answer, flatten, type Question } from './engine-messages.ts'

/** The body of an engine's process: answers each request that comes, until the process that started it lets go of it. */
export function serveEngine<Request, Result>(work: (request: Request) => Result | Promise<Result>): void {
  const answer = (message: Answer) => void process.send?.(message, () => {})
  process.on('message', async ({ id, request }: Question) => {
    try {
      answer({ id, result: await work(request as Request) })
    } catch (error) {
      answer({ id, failure: flatten(error) })
    }
  })
  process.once('disconnect', () => process.exit())
  // A whole group is asked to stop, by Ctrl-C or a supervisor: the work under way is finished all the same, as long as it is wanted.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
}
