import { afterAll } from 'vitest'

type Closable = AsyncDisposable | { close: () => unknown }

/** Opens a part for all tests of a file, and closes it after them: the part that was opened last closes first. */
export async function closedAfterAll<Opened extends Closable>(opening: Opened | Promise<Opened>): Promise<Opened> {
  const opened = await opening
  afterAll(async () => {
    if (Symbol.asyncDispose in opened) await opened[Symbol.asyncDispose]()
    else await opened.close()
  })
  return opened
}
