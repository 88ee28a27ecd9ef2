import type { Gender } from './counted.ts'
import { iberian } from './iberian.ts'

const stems = 'primer segund tercer cuart quint sext séptim octav noven décim undécim duodécim'.split(' ')
const tens = ['', 'décim', 'vigésim', 'trigésim']

/** `segundo`, `vigésima primera`; `primer` and `tercer` before a noun of the masculine. */
function ordinal(value: number, gender: Gender, isBeforeItsNoun: boolean): string {
  const ending = gender === 'f' ? 'a' : 'o'
  const stem = stems[value - 1]
  if (stem === undefined) {
    const ten = `${tens[Math.floor(value / 10)]}${ending}`
    return value % 10 === 0 ? ten : `${ten} ${ordinal(value % 10, gender, isBeforeItsNoun)}`
  }
  return isBeforeItsNoun && gender === 'm' && stem.endsWith('er') ? stem : `${stem}${ending}`
}

export const spanishRoman = iberian({
  language: 'es',
  rulers: {
    m: `Adriano Alberto Alejandro Alfonso Amadeo Antíoco Benedicto Bonifacio Carlos Celestino Clemente Cristián Constantino Darío Eduardo
    Enrique Esteban Eugenio Federico Felipe Fernando Francisco Gregorio Guillermo Gustavo Hasán Humberto Inocencio Iván Jacobo Jaime
    Jorge José Juan Julio León Leopoldo Luis Manuel Maximiliano Mohamed Napoleón Nicolás Otón Pablo Pedro Pío Ptolomeo Ramiro Ramsés
    Ricardo Roberto Rodolfo Sancho Segismundo Sixto Teodosio Urbano Víctor Jerjes`,
    f: 'Ana Catalina Cleopatra Cristina Elizabeth Isabel Juana Leonor Margarita María',
  },
  counted: `capítulo capítulos tomo tomos volumen volúmenes libro libros parte partes acto actos escena escenas título títulos artículo artículos
    anexo sección tipo fase grado nivel clase mundial vaticano`,
  century: 'siglo siglos',
  inOrder: {
    m: 'congreso concilio milenio reich plan encuentro festival',
    f: 'guerra república internacional edición dinastía legislatura cumbre',
  },
  abbreviations: { 's.': 'siglo', 'vol.': 'volumen', 'Vol.': 'Volumen', 'cap.': 'capítulo', 'Cap.': 'Capítulo' },
  ordinal,
})
