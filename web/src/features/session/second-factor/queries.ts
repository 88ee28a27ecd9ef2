import { SecondFactorView } from '@utter/contracts/http/account/second-factor'
import { resource } from '../../../lib/server/resource.ts'

/** The guards of the account besides its password. */
export const secondFactorQuery = resource(['/api', 'auth', 'second-factor'], SecondFactorView)
