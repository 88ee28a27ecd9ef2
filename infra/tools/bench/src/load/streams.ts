import { request } from 'node:http'
import { createParser } from 'eventsource-parser'

export type Stream = { close(): void }

/** Opens a stream of events and resolves when its head has come. @throws when it is refused */
export function openStream(
  url: string,
  headers: Record<string, string>,
  onEvent: (data: string) => void,
): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { ...headers, accept: 'text/event-stream' }, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        response.resume()
        return reject(new Error(`the stream was answered with ${response.statusCode}`))
      }
      const parser = createParser({ onEvent: ({ data }) => onEvent(data) })
      response.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
      response.on('error', () => {}) // Closed by us, or counted as lost where its events are awaited.
      resolve({ close: () => asked.destroy() })
    })
    asked.once('error', reject).end()
  })
}
