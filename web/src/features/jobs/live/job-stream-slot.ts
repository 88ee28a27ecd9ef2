/** Tabs of one browser that hold a stream of one job: with the account's, four of the six connections of HTTP/1.1. */
const maxStreams = 3

/** A place among the streams of single jobs. @returns what gives it back; undefined when all are taken */
export async function acquireJobStreamSlot(): Promise<(() => void) | undefined> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (!locks) return () => {}
  for (let slot = 0; slot < maxStreams; slot += 1) {
    const release = await hold(locks, `utter-job-stream-${slot}`)
    if (release) return release
  }
  return undefined
}

function hold(locks: LockManager, name: string): Promise<(() => void) | undefined> {
  const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
  void locks.request(name, { ifAvailable: true }, (lock) => {
    if (!lock) return resolve(undefined)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    resolve(release)
    return released
  })
  return promise
}
