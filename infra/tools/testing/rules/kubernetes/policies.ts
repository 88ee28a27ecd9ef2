/** A part of a manifest. */
export type Rule = Record<string, unknown>

/** Ports of a rule. */
export const tcp = (...ports: number[]): Rule[] => ports.map((port) => ({ port, protocol: 'TCP' }))

/** A network policy. A direction without rules is left as it is, and one with none of them is closed. */
export function policy(namespace: string, name: string, podSelector: Rule, ingress?: Rule[], egress?: Rule[]) {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, namespace },
    spec: {
      podSelector,
      policyTypes: [...(ingress ? ['Ingress'] : []), ...(egress ? ['Egress'] : [])],
      ...(ingress && { ingress }),
      ...(egress && { egress }),
    },
  }
}
