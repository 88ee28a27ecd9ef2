import { kubernetesSecrets } from './kubernetes-secrets-text.ts'
import { makeSecrets } from './secrets.ts'

// `npm run -s kubernetes-secrets | kubectl apply -f -`: the Secrets of a new platform, for k8s/overlays/local.
process.stdout.write(kubernetesSecrets(makeSecrets()))
