/** Words that a number follows, or an ordinal precedes, in the headings of books; a line a language. */
const divisions = [
  'chapter part book volume act',
  'kapitel teil buch band',
  'chapitre partie livre tome',
  'capítulo capitulo parte libro tomo',
  'capitolo',
  'livro',
  'hoofdstuk deel boek',
  'kapittel del bok',
  'rozdział część księga',
  'kapitola část',
  'глава часть книга том',
  'розділ частина',
  'bölüm kısım',
  'fejezet rész',
  'luku osa',
  'κεφάλαιο μέρος',
]

/** Words that are a heading without a number. */
const partsOfBooks = [
  'prologue epilogue preface foreword introduction afterword interlude postscript',
  'prolog epilog vorwort nachwort einleitung',
  'épilogue préface avant-propos postface',
  'prólogo epílogo prefacio introducción',
  'prologo prefazione introduzione epilogo',
  'prefácio introdução posfácio',
  'proloog epiloog voorwoord inleiding nawoord',
  'пролог эпилог предисловие послесловие введение епілог передмова',
  'wstęp posłowie przedmowa',
  '序 序章 序言 前言 楔子 终章 終章 尾声 尾聲 后记 後記 あとがき まえがき プロローグ エピローグ 프롤로그 에필로그 머리말',
]

const numbers = [
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  'thirty forty fifty sixty seventy eighty ninety hundred',
  'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'un une deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt',
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'due tre quattro cinque sei sette otto nove dieci undici dodici',
  'um dois três quatro sete oito dez doze',
  'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
]

const ordinals = [
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth last',
  'erstes erster zweites zweiter drittes dritter viertes vierter fünftes fünfter sechstes sechster siebtes siebter siebentes achtes achter',
  'neuntes neunter zehntes zehnter elftes zwölftes letztes',
  'premier première deuxième seconde second troisième quatrième cinquième sixième septième huitième neuvième dixième dernier dernière',
  'primero primera primer segundo segunda tercero tercera tercer cuarto cuarta quinto quinta sexto sexta séptimo séptima octavo octava',
  'noveno novena décimo décima',
  'primo prima secondo seconda terzo terza quarto quarta sesto sesta settimo settima ottavo ottava nono nona decimo decima',
  'primeiro primeira terceiro terceira sétimo sétima oitavo oitava',
  'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende',
  'первая первый вторая второй третья третий четвертая пятая',
]

const anyOf = (lines: string[]) => lines.flatMap((line) => line.split(' ')).join('|')
const tens =
  '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](?:one|two|three|four|five|six|seven|eight|nine)'
const number = `\\d{1,4}|[ivxlcdm]{1,9}|${tens}|${anyOf(numbers)}`
const division = anyOf(divisions)

/** Start of a heading, before its title: `Chapter 1`, `Part the First`, `Erstes Kapitel`, `第三章`, `Prologue`. */
export const headingStart = new RegExp(
  [
    `^(?:(?:${division})\\s+(?:${number}|(?:the\\s+)?(?:${anyOf(ordinals)}))`,
    `(?:(?:the\\s+)?(?:${anyOf(ordinals)})|\\d{1,3}\\.)\\s+(?:${division})`,
    `第\\s?[\\d０-９〇零一二三四五六七八九十百千]{1,7}\\s?[章回話话部巻卷節节篇]`,
    `제\\s?\\d{1,3}\\s?[장부화편]`,
    `(?:${anyOf(partsOfBooks)}))(?![\\p{L}\\p{N}])`,
  ].join('|'),
  'iu',
)

const unnumbered = new RegExp(`^(?:${anyOf(partsOfBooks)})$`, 'iu')
export const isUnnumbered = (start: string): boolean => unnumbered.test(start)
