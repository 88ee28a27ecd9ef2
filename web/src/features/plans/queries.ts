import { PlanOffers } from '@utter/contracts/http/plan-offers'
import { resource } from '../../lib/resource.ts'

/** Every figure of a plan that a screen shows comes from here. */
export const plansQuery = resource(['/api', 'plans'], PlanOffers)
