import { readFile } from 'node:fs/promises'
import { type Plan, Plans, standardPlans, tierNames } from '@utter/contracts/plans'
import { ConfigError } from './read-config.ts'

/** The standard plans, or those of a JSON file in the same shape. */
export async function readPlans(path: string | undefined): Promise<Plan[]> {
  if (!path) return standardPlans
  try {
    const plans = Plans.parse(JSON.parse(await readFile(path, 'utf8')))
    const missing = tierNames.filter((tier) => !plans.some(({ name }) => name === tier))
    if (missing.length > 0) throw new Error(`no plan ${missing.join(', ')}`)
    return plans
  } catch (error) {
    throw new ConfigError(`PLANS_FILE could not be read: ${error instanceof Error ? error.message : error}`)
  }
}
