import { Plans } from '@utter/contracts/plans'
import { resource } from '../../lib/resource.ts'

export const plansQuery = resource(['/api', 'plans'], Plans)
