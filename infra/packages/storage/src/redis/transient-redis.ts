/** ioredis 6 throws plain errors for these, without a code: only the sentences in its sources distinguish them. */
const messages = new Set([
  'Command timed out',
  'Connection is closed.',
  "Stream isn't writeable and enableOfflineQueue options is false",
])

/** Whether a fault of Redis ends by itself: it is slow, closed or not connected. Faults of its sockets have Node's codes. */
export function isTransientRedis(error: Error): boolean {
  // A class that ioredis does not export.
  return error.name === 'MaxRetriesPerRequestError' || messages.has(error.message)
}
