import { Check, Copy, type LucideIcon } from 'lucide-react'
import styled from 'styled-components'
import { useCopy } from '../../lib/hooks/use-copy.ts'
import { t } from '../../lib/language/words.ts'
import { Button } from './button.tsx'

const Done = styled(Check)`
  color: var(--completed);
`

interface CopyButtonProps {
  label: string
  text: () => string
  icon?: LucideIcon
}

export function CopyButton({ label, text, icon: Icon = Copy }: CopyButtonProps) {
  const { isCopied, copy } = useCopy()
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Button look="ghost" isSmall isIcon aria-label={isCopied ? t('Copied!') : label} onClick={() => copy(text())}>
      {isCopied ? <Done {...icon} /> : <Icon {...icon} />}
    </Button>
  )
}
