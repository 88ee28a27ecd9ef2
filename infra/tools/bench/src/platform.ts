import { bringUp } from '@utter/local/bring-up'
import { freePort } from '@utter/local/free-port'
import type { BenchContext } from './bench-context.ts'

/**
 * The whole platform as `npm start` brings it up, with its built pages and the models of the smallest machine, natural voices only where they are
 * wanted. @returns its address
 */
export async function startPlatform(context: BenchContext, { naturalVoices = false } = {}): Promise<string> {
  const port = await freePort()
  const { settings, report, closing } = context
  const env = {
    ...settings.env,
    PORT: String(port),
    UTTER_DATA: context.dataDir,
    NATURAL_VOICES: naturalVoices ? 'on' : 'off',
    LOCAL_CHAT_MODEL: 'small',
  }
  await bringUp({
    settings: { ...settings, port, env },
    verbose: false,
    dev: false,
    report,
    stop: new AbortController(),
    closing,
  })
  return `http://localhost:${port}`
}
