import styled from 'styled-components'
import { isComposing } from '../../../lib/browser/is-composing.ts'
import { t } from '../../../lib/language/words.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px;
`

interface TagInputProps {
  label: string
  text: string
  /** Why the tags would be refused with it. */
  error: string | undefined
  onText: (text: string) => void
  onAdd: () => void
}

/** A field for one tag. Enter adds it; in an empty field it is the form's. */
export const TagInput = ({ label, text, error, onText, onAdd }: TagInputProps) => (
  <Field label={label} error={error}>
    {(parts) => (
      <Line>
        <Input
          {...parts}
          value={text}
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || text.trim() === '' || isComposing(event.nativeEvent)) return
            event.preventDefault()
            onAdd()
          }}
        />
        <Button onClick={onAdd} disabled={text.trim() === ''}>
          {t('Add')}
        </Button>
      </Line>
    )}
  </Field>
)
