import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import { useState } from 'react'
import { randomId } from '../../lib/browser/random-id.ts'
import { t } from '../../lib/language/words.ts'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { ShownOnce } from '../../ui/layout/shown-once.tsx'
import { curlOf } from './key-labels.ts'

/** A new key, and a call that it can make at once. */
export function ShownKey({ created: { key, scopes }, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const [requestId] = useState(randomId)
  return (
    <ShownOnce
      label={t('API key')}
      hint={t('It is not shown again.')}
      copyLabel={t('Copy API key')}
      secret={key}
      onDone={onClose}
    >
      <CodeBlock title="curl" text={curlOf(key, scopes, location.origin, requestId)} />
    </ShownOnce>
  )
}
