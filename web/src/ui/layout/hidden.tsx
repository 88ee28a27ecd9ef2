import styled from 'styled-components'
import { hidden } from '../../theme.ts'

/** Text for screen readers alone. */
export const Hidden = styled.span`
  ${hidden}
`
