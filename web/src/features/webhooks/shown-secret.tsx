import { ShownOnce } from '../../ui/layout/shown-once.tsx'

export const ShownSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce
    label="Signing secret"
    hint="It is not shown again. Your receiver verifies each webhook with it."
    copyLabel="Copy signing secret"
    secret={secret}
    onDone={onClose}
  />
)
