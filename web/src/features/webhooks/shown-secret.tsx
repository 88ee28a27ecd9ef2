import { t } from '../../lib/language/words.ts'
import { ShownOnce } from '../../ui/layout/shown-once.tsx'

export const ShownSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce
    label={t('Signing secret')}
    hint={t('It is not shown again. Your receiver verifies each webhook with it.')}
    copyLabel={t('Copy signing secret')}
    secret={secret}
    onDone={onClose}
  />
)
