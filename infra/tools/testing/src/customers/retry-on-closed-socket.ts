/**
 * A server that closes a kept connection, and a client that sends a request on it in the same moment, cannot know of one another
 * (RFC 9112, 9.3.1): clients and proxies send again what may be sent twice.
 */
export async function retryOnClosedSocket<T>(send: () => Promise<T>, onRepeat?: () => void): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET') throw error
    onRepeat?.()
    return send()
  }
}
