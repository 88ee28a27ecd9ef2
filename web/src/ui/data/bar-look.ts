import { css } from 'styled-components'
import { forced } from '../../theme.ts'

/** How a part of a bar is drawn: each is known by its pattern, not by its colour alone. */
export type BarLook = 'solid' | 'striped' | 'hollow' | 'lined'

const looks = {
  solid: css`
    background: var(--control);
    ${forced} { forced-color-adjust: none; background: CanvasText; }
  `,
  striped: css`
    background: repeating-linear-gradient(45deg, var(--failed) 0 2px, transparent 2px 4px);
    box-shadow: inset 0 0 0 1px var(--failed);
    ${forced} { border: 1px solid CanvasText; }
  `,
  hollow: css`
    box-shadow: inset 0 0 0 1px var(--control);
    ${forced} { border: 1px dashed CanvasText; }
  `,
  lined: css`
    background: repeating-linear-gradient(0deg, var(--completed) 0 1px, transparent 1px 3px);
    box-shadow: inset 0 0 0 1px var(--completed);
    ${forced} { border: 1px dotted CanvasText; }
  `,
}

export const barLook = ({ $look }: { $look: BarLook }) => looks[$look]
