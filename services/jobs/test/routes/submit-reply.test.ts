import { testSubmitRoute } from '../support/submit-route.ts'

testSubmitRoute({ path: '/api/reply', firstRequest: 'chat-requested', maxText: 4_000 })
