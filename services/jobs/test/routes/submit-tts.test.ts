import { testSubmitRoute } from '../support/submit-route.ts'

testSubmitRoute({ path: '/api/tts', firstRequest: 'speech-requested', maxText: 10_000 })
