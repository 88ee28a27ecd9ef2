import { type Scope, scopes } from '@utter/contracts/credential'
import { type ComponentProps, useId } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { CheckError, CheckLine } from '../../ui/form/check-line.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { scopeLabels } from './key-labels.ts'

const Group = styled.fieldset`
  display: grid;
  gap: 2px;
  min-width: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; margin-bottom: 4px; font-size: 13px; font-weight: 500; line-height: 20px; }
`

const Choice = styled(CheckLine)`
  b { display: block; font: 500 12.5px / 20px var(--mono); }
  small { display: block; }
`

interface ScopeFieldProps {
  error: string | undefined
  /** Called where the field is drawn: fields that are registered in their order are focused in it. */
  register: () => ComponentProps<'input'>
}

/** Checkboxes for the key's scopes, one or more. */
export function ScopeField({ error, register }: ScopeFieldProps) {
  const id = useId()
  const field = register()
  return (
    <Group aria-describedby={error && id}>
      <legend>{t('Scopes')}</legend>
      {scopes.map((scope: Scope) => (
        <Choice key={scope}>
          <input {...field} type="checkbox" value={scope} aria-invalid={error ? true : undefined} />
          <span>
            <b>{scope}</b>
            <Caption as="small">{t(scopeLabels[scope])}</Caption>
          </span>
        </Choice>
      ))}
      {error && <CheckError id={id}>{error}</CheckError>}
    </Group>
  )
}
