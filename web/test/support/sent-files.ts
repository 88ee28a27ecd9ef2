import { vi } from 'vitest'

/** Stands for XMLHttpRequest, which sends files: answers as the served `fetch` does, once half and then all of the file has gone. */
class SentFile {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  statusText = ''
  responseText = ''
  #path = ''
  #method = ''
  #headers = new Headers()
  #answer: Response | undefined
  #isAborted = false

  open(method: string, path: string) {
    this.#method = method
    this.#path = path
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return this.#answer?.headers.get(name) ?? null
  }
  abort() {
    this.#isAborted = true
    this.onabort?.()
  }
  async send(body: File) {
    try {
      const asked = fetch(this.#path, { method: this.#method, headers: this.#headers, body })
      this.upload.onprogress?.({ loaded: body.size / 2, total: body.size })
      this.#answer = await asked
    } catch {
      return this.onerror?.()
    }
    if (this.#isAborted) return
    this.upload.onload?.()
    this.status = this.#answer.status
    this.responseText = await this.#answer.text()
    this.onload?.()
  }
}

/** Has files sent to the served routes. */
export const serveFiles = () => vi.stubGlobal('XMLHttpRequest', SentFile)
