/** ioredis 6 throws plain errors for these, without a code: only the sentences in its sources distinguish them. */
const messages = new Set([
  'Command timed out',
  'Connection is closed.',
  "Stream isn't writeable and enableOfflineQueue options is false",
  "Cluster isn't ready and enableOfflineQueue options is false",
  'None of startup nodes is available',
  'Cluster is ended.',
  // Slots moved between the commands of one automatic pipeline.
  'All keys in the pipeline should belong to the same slots allocation group',
])

/**
 * The first word of an answer of Redis while another server takes its place, or while it starts; version 6 has it in the middle of a sentence when it was a
 * script's.
 */
const passing =
  /(^|-)(READONLY|LOADING|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|MOVED|ASK) |^Too many Cluster redirections/

/** Whether a fault of Redis ends by itself: it is slow, closed, not connected, or hands over to another server. Faults of its sockets have Node's codes. */
export function isTransientRedis(error: Error): boolean {
  // A class that ioredis does not export.
  if (error.name === 'MaxRetriesPerRequestError' || messages.has(error.message)) return true
  return passing.test(error.message) && ['ReplyError', 'Error'].includes(error.name)
}
