import { HttpError } from './http.ts'

export interface SendOptions {
  signal?: AbortSignal
  /** The share of the file that is sent, from 0 to 1. */
  onProgress?: (share: number) => void
  idempotencyKey?: string
}

/**
 * Sends a file as the body of a `POST`, by XMLHttpRequest, which alone tells how much of it is sent. Answers parsed JSON.
 * @throws HttpError for a refusal, TypeError where no answer comes
 */
export function sendFile(
  path: string,
  file: File,
  { signal, onProgress, idempotencyKey }: SendOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', path)
    // Without one a browser sends none for a kind that it does not know.
    sending.setRequestHeader('content-type', file.type || 'application/octet-stream')
    if (idempotencyKey) sending.setRequestHeader('idempotency-key', idempotencyKey)
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    sending.upload.onload = () => onProgress?.(1)
    sending.onload = () => {
      const { status, statusText, responseText } = sending
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText))
      else reject(new HttpError(status, responseText, statusText, sending.getResponseHeader('retry-after')))
    }
    sending.onerror = () => reject(new TypeError('The file could not be sent'))
    sending.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => sending.abort(), { once: true })
    sending.send(file)
  })
}
