import { openFakeElevenLabs } from '@utter/testing/faults/fake-elevenlabs'
import { openDatabase } from '@utter/testing/setup/databases'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { openOwnVoices as openStore } from '../../src/store/own-voices.ts'
import { callers, openSpeech, signed } from './open-speech.ts'

type Who = Parameters<typeof callers.account>[0]

/** The routes of own voices on a database of their own, and a stand-in of ElevenLabs. */
export async function openOwnVoiceRoutes() {
  await using opening = new AsyncDisposableStack()
  const mongo = await openDatabase('speech-own-voices')
  opening.defer(() => mongo.close())
  const vendor = opening.use(await openFakeElevenLabs())
  const ownVoices = await openStore(mongo.connection)
  const speech = withVendors([openElevenLabs({ apiKey: 'key', baseURL: vendor.url })], {
    chosen: 'elevenlabs',
    own: ownVoices,
  })
  opening.defer(() => speech.close())
  const routes = opening.use(await openSpeech({ speech, ownVoices }))
  const closing = opening.move()
  const ask = async (who: Who, method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) => {
    const { status, body } = await routes.ask(`/api/voices/mine${path}`, signed(callers.account(who)), method, payload)
    return { status, body: body ? JSON.parse(body) : undefined }
  }
  return {
    vendor,
    speech,
    ownVoices,
    ask,
    list: async (who: Who) => (await ask(who, 'GET')).body,
    add: (who: Who, voiceId: unknown, more: object = {}) =>
      ask(who, 'POST', '', { voiceId, name: 'My voice', consent: true, ...more }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
