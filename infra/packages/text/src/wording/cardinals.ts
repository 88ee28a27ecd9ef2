const upToThirty = {
  de: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig vierundzwanzig fünfundzwanzig sechsundzwanzig siebenundzwanzig achtundzwanzig neunundzwanzig dreißig',
  en: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine thirty',
  es: 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta',
  fr: 'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt vingt-et-un vingt-deux vingt-trois vingt-quatre vingt-cinq vingt-six vingt-sept vingt-huit vingt-neuf trente',
  it: 'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitré ventiquattro venticinque ventisei ventisette ventotto ventinove trenta',
  pt: 'um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte vinte_e_um vinte_e_dois vinte_e_três vinte_e_quatro vinte_e_cinco vinte_e_seis vinte_e_sete vinte_e_oito vinte_e_nove trinta',
} as const
export type CountedIn = keyof typeof upToThirty

const words = Object.fromEntries(
  Object.entries(upToThirty).map(([language, listed]) => [
    language,
    listed.split(' ').map((one) => one.replaceAll('_', ' ')),
  ]),
) as Record<CountedIn, string[]>

/** A number as it is counted: in words up to thirty, else in figures, which every voice reads. */
export const cardinal = (language: CountedIn, value: number): string => words[language][value - 1] ?? String(value)
