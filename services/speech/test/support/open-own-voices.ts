import { standardPlans } from '@utter/contracts/plans'
import { openAudioFolder } from '@utter/storage/audio/folder'
import { openFolder } from '@utter/testing/open-folder'
import { openDatabase } from '@utter/testing/setup/databases'
import { openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { openMastering } from '../../src/engines/mastering.ts'
import { createFreeSpeech } from '../../src/lifecycle/free-speech.ts'
import { createOwnSamples } from '../../src/lifecycle/own-samples.ts'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { openOwnVoices as openStore } from '../../src/store/own-voices.ts'
import { openFakeNatural } from './fake-natural.ts'
import { callers, openSpeech, signed } from './open-speech.ts'

type Who = Parameters<typeof callers.account>[0]

/** The routes of own voices on a database of their own, with stand-ins of ElevenLabs and of this machine's natural voices. */
export async function openOwnVoiceRoutes() {
  await using opening = new AsyncDisposableStack()
  const mongo = await openDatabase('speech-own-voices')
  opening.defer(() => mongo.close())
  const vendor = opening.use(await openFakeElevenLabs())
  const natural = openFakeNatural()
  const ownVoices = await openStore(mongo.connection)
  const speech = withVendors([openElevenLabs({ apiKey: 'key', baseURL: vendor.url }), natural], {
    chosen: 'elevenlabs',
    own: ownVoices,
  })
  opening.defer(() => speech.close())
  const mastering = openMastering()
  opening.defer(() => mastering.close())
  const files = await openAudioFolder(opening.use(await openFolder()).path)
  const ownSamples = createOwnSamples({ speech, freeSpeech: createFreeSpeech({ speech, mastering }), files })
  const routes = opening.use(await openSpeech({ speech, ownVoices, ownSamples, files, plans: standardPlans }))
  const closing = opening.move()
  const ask = async (who: Who, method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) => {
    const answer = await routes.ask(`/api/voices/mine${path}`, signed(callers.account(who)), method, payload)
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { status: answer.status, body: isJson ? JSON.parse(answer.body) : answer.body || undefined }
  }
  return {
    vendor,
    natural,
    speech,
    ownVoices,
    files,
    ask,
    list: async (who: Who) => (await ask(who, 'GET')).body,
    add: (who: Who, voiceId: unknown, more: object = {}) =>
      ask(who, 'POST', '', { voiceId, name: 'My voice', consent: true, ...more }),
    blend: (who: Who, blend: unknown, name: unknown = 'My blend') => ask(who, 'POST', '', { name, blend }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
