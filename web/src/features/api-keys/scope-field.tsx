import { type Scope, scopes } from '@utter/contracts/credential'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import styled from 'styled-components'
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

const Choice = styled.label`
  display: grid;
  grid-template-columns: 16px minmax(0, 1fr);
  align-items: center;
  column-gap: 10px;
  min-height: 44px;
  /* Left of the box there is as much to hit as right of it. */
  margin-left: -6px;
  padding-left: 6px;
  cursor: pointer;
  input { width: 16px; height: 16px; accent-color: var(--ink); cursor: pointer; }
  b { display: block; font: 500 12.5px / 20px var(--mono); }
  small { display: block; }
`

const Refusal = styled.p`
  display: flex;
  gap: 6px;
  color: var(--failed);
  font-size: 13px;
  line-height: 16px;
  svg { margin-top: 1px; }
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
      <legend>Scopes</legend>
      {scopes.map((scope: Scope) => (
        <Choice key={scope}>
          <input {...field} type="checkbox" value={scope} aria-invalid={error ? true : undefined} />
          <span>
            <b>{scope}</b>
            <Caption as="small">{scopeLabels[scope]}</Caption>
          </span>
        </Choice>
      ))}
      {error && (
        <Refusal id={id}>
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          {error}
        </Refusal>
      )}
    </Group>
  )
}
