import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testAccessible } from './support/accessible.ts'
import { accountStates } from './support/screen-states.ts'

const { url } = ownPlatform()
const [fresh, busy] = await Promise.all([Customer.signUp(url), Customer.signUp(url)])
await busy.finished(jobIdOf(await busy.speak('A sentence to be counted.')))

testAccessible(accountStates, { visitor: undefined, new: fresh, busy })
