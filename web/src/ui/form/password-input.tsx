import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Hidden } from '../layout/hidden.tsx'
import { Button } from './button.tsx'
import { Input } from './input.tsx'

const Frame = styled.span`
  position: relative;
  display: block;

  input { padding-right: calc(var(--h-sm) + 8px); }
`

const Eyed = styled(Button)`
  position: absolute;
  top: calc((var(--h) - var(--h-sm)) / 2);
  right: 3px;
`

/** A password, whose letters are shown on request. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Frame>
      <Input {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <Eyed look="ghost" isSmall isIcon aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <Hidden>{isShown ? t('Hide password') : t('Show password')}</Hidden>
      </Eyed>
    </Frame>
  )
}
