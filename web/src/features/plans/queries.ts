import { PlanOffers } from '@utter/contracts/http/plan-offers'
import { resource } from '../../lib/server/resource.ts'

/** Every figure of a plan that a screen shows comes from here. */
export const plansQuery = resource(['/api', 'plans'], PlanOffers)

/** For a part that comes after others with the same query: where the plans could not be read, it leaves asking again to those. */
export const samePlansQuery = { ...plansQuery, retryOnMount: false }
