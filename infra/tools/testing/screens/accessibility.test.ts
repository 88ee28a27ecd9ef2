import { randomUUID } from 'node:crypto'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testAccessible } from './support/accessible.ts'
import { screenStates } from './support/screen-states.ts'

const { url } = ownPlatform()
const text = `A sentence to be seen, ${randomUUID().slice(0, 8)}.`
const [fresh, busy] = await Promise.all([Customer.signUp(url), Customer.signUp(url)])
const job = { id: jobIdOf(await busy.speak(text)), text }
await busy.finished(job.id)
const failed = jobIdOf(await busy.speak('A failure to be seen.', { voiceId: 'nobody' }))
await busy.finished(failed)

testAccessible(screenStates(job), { visitor: undefined, new: fresh, busy })
