import type { Gender } from './counted.ts'
import { iberian } from './iberian.ts'

const stems = 'primeir segund terceir quart quint sext sétim oitav non décim'.split(' ')
const tens = ['', 'décim', 'vigésim', 'trigésim']

/** `segundo`, `vigésima primeira`. */
function ordinal(value: number, gender: Gender): string {
  const ending = gender === 'f' ? 'a' : 'o'
  const stem = stems[value - 1]
  if (stem !== undefined) return `${stem}${ending}`
  const ten = `${tens[Math.floor(value / 10)]}${ending}`
  return value % 10 === 0 ? ten : `${ten} ${ordinal(value % 10, gender)}`
}

export const portugueseRoman = iberian({
  language: 'pt',
  rulers: {
    m: `Adriano Afonso Alberto Alexandre Bento Bonifácio Carlos Celestino Clemente Constantino Cristiano Dario Dinis Duarte Eduardo Eugênio
    Fernando Filipe Felipe Francisco Frederico Gregório Guilherme Gustavo Henrique Humberto Inocêncio Ivan Jaime Jorge João José Júlio
    Leão Leopoldo Luís Luiz Manuel Maximiliano Miguel Napoleão Nicolau Otão Paulo Pedro Pio Ptolomeu Ramsés Ricardo Roberto Rodolfo
    Sancho Sebastião Sigismundo Sisto Urbano Vítor Xerxes`,
    f: 'Ana Catarina Cleópatra Cristina Elizabeth Isabel Joana Margarida Maria',
  },
  counted: `capítulo capítulos tomo tomos volume volumes livro livros parte partes ato atos acto actos cena cenas título títulos artigo artigos
    anexo seção secção tipo fase grau nível classe mundial vaticano`,
  century: 'século séculos',
  inOrder: {
    m: 'congresso concílio milênio milénio reich encontro reinado plano festival',
    f: 'guerra república internacional edição dinastia cúpula semana jornada',
  },
  abbreviations: { 'séc.': 'século', 'vol.': 'volume', 'Vol.': 'Volume', 'cap.': 'capítulo', 'Cap.': 'Capítulo' },
  ordinal,
})
