import { readFileSync } from 'node:fs'
import { documentsOf, pathOf } from '../manifests.ts'
import { dashboardMaps, prometheusRule } from '../monitoring.ts'
import { backupsPolicies, operatorPolicies, outsidePolicies, processPolicies } from '../network-policies.ts'
import { networkPolicies, networksOf } from '../networks.ts'
import { prepareWaits } from '../prepare-waits.ts'
import { externalAddresses } from '../store-addresses.ts'

/** Files of the overlay that rules make. Their texts may be of before, while one run makes them and the chart anew. */
const made: Record<string, () => object[]> = {
  'base/network-policies.yaml': processPolicies,
  'components/backups/network-policies.yaml': backupsPolicies,
  'components/external-stores/addresses.yaml': externalAddresses,
  'components/monitoring/dashboards.yaml': dashboardMaps,
  'components/monitoring/rules.yaml': () => [prometheusRule()],
  'components/operator/network-policies.yaml': operatorPolicies,
  'components/prepare/waits.yaml': prepareWaits,
  'components/payments/network-policies.yaml': () => outsidePolicies('payments'),
  'components/vendors/network-policies.yaml': () => outsidePolicies('vendors'),
  'overlays/managed/network-policies.yaml': () =>
    networkPolicies(networksOf(readFileSync(pathOf('overlays/managed/networks.yaml'), 'utf8'))),
}

/** The documents of a file in `k8s/`, of one that a rule makes as it makes them now. */
export const currentDocumentsOf = (file: string): unknown[] => made[file]?.() ?? documentsOf(file)
