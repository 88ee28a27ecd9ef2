import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parts } from '@utter/local/processes/processes'
import { repoDir } from '@utter/local/settings'

/** The services that have indexes. */
export const indexed = Object.keys(parts).filter((name) =>
  existsSync(join(repoDir, `services/${name}/src/build-indexes.ts`)),
)

/** Patches by which a pod of a new version waits, unready and without a restart, until the Job `prepare` has built its indexes. */
export const prepareWaits = () =>
  indexed.map((name) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'utter' },
    spec: {
      // An index over many documents takes hours; the old version answers meanwhile.
      progressDeadlineSeconds: 21_600,
      template: {
        spec: {
          initContainers: [
            {
              name: 'indexes',
              image: `utter/${name}`,
              imagePullPolicy: 'IfNotPresent',
              command: ['node', '--disable-warning=ExperimentalWarning', 'src/build-indexes.ts', '--wait'],
              env: [{ name: 'MONGO_URL', valueFrom: { secretKeyRef: { name: `${name}-stores`, key: 'MONGO_URL' } } }],
              securityContext: {
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
                readOnlyRootFilesystem: true,
              },
              resources: {
                requests: { cpu: '50m', memory: '128Mi', 'ephemeral-storage': '16Mi' },
                limits: { cpu: '1', memory: '384Mi', 'ephemeral-storage': '64Mi' },
              },
            },
          ],
        },
      },
    },
  }))
