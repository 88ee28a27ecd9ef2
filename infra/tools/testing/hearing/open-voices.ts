import { prepareFlite } from '@utter/local/models/flite'
import { prepareKokoro } from '@utter/local/models/kokoro'
import { preparePico } from '@utter/local/models/pico'
import { dirOf } from '@utter/local/models/prepared'
import { prepareVoice } from '@utter/local/models/voice'
import type { Report } from '@utter/local/report'
import type { SpeechProvider } from '@utter/speech/domain/voice'
import { openAllVoices } from '@utter/speech/providers/all-voices'
import { openFlite } from '@utter/speech/providers/flite'
import { openKokoro } from '@utter/speech/providers/kokoro'
import { openPico } from '@utter/speech/providers/pico'
import { openPiper } from '@utter/speech/providers/piper'

type Options = { cacheDir: string; env: NodeJS.ProcessEnv; report: Report }

/** Every voice of this machine, on one core, so that Whisper has the other. @throws Error where a model cannot be had */
export const openVoices = async (options: Options): Promise<SpeechProvider> =>
  openAllVoices([
    await openKokoro({ dir: dirOf(await prepareKokoro(options)), cores: 1 }),
    await openPiper({ dir: dirOf(await prepareVoice(options)), slots: 1 }),
    await openPico({ dir: dirOf(await preparePico(options)) }),
    await openFlite({ dir: dirOf(await prepareFlite(options)), slots: 1 }),
  ])
