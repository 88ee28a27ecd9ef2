import type { Unit } from '@utter/speech/domain/hearing/plain-units'

/** `unit` is how errors are counted. */
export type Language = { code: string; name: string; unit: Unit; sentences: string[] }

// Plain words without figures, names and spellings of one country alone: Whisper's spelling decides nothing here.

export const english: Language = {
  code: 'en',
  name: 'English',
  unit: 'word',
  sentences: [
    'The train to the coast was late again, so we drank coffee at the station.',
    'She opened the letter slowly and read it twice before she smiled.',
    'Please turn off the lights when you leave the office tonight.',
    'My brother bought fresh bread, cheese and tomatoes at the market this morning.',
    'The children ran across the field because the rain had finally stopped.',
    'Can you tell me where the nearest hospital is?',
    'Scientists have discovered a new kind of fish in the deep ocean.',
    'We should leave before sunrise if we want to avoid the traffic.',
    'The museum is closed on Monday, but the garden is open every day.',
    'Nobody believed the story until they saw the photograph in the newspaper.',
  ],
}

export const german: Language = {
  code: 'de',
  name: 'German',
  unit: 'word',
  sentences: [
    'Der Zug kam zu spät, also tranken wir am Bahnhof einen Kaffee.',
    'Meine Schwester kaufte auf dem Markt Brot, Käse und Tomaten.',
    'Die Kinder spielten im Park, bis es zu regnen begann.',
    'Können Sie mir sagen, wo die nächste Apotheke ist?',
    'Das Museum ist am Montag geschlossen, aber der Garten ist jeden Tag geöffnet.',
    'Niemand glaubte die Geschichte, bis er das Foto in der Zeitung sah.',
    'Morgen früh fahren wir mit unseren Freunden an den Strand.',
    'Die Lehrerin erklärte die Aufgabe mit viel Geduld.',
    'Ich brauche ein ruhiges Zimmer mit Blick auf das Meer.',
    'Der Arzt sagte, dass ich mich ausruhen und viel Wasser trinken soll.',
  ],
}

export const spanish: Language = {
  code: 'es',
  name: 'Spanish',
  unit: 'word',
  sentences: [
    'El tren llegó tarde, así que tomamos un café en la estación.',
    'Mi hermana compró pan, queso y tomates en el mercado.',
    'Los niños jugaron en el parque hasta que empezó a llover.',
    '¿Puede decirme dónde está la farmacia más cercana?',
    'El museo está cerrado los lunes, pero el jardín abre todos los días.',
    'Nadie creyó la historia hasta que vio la fotografía en el periódico.',
    'Mañana por la mañana iremos a la playa con nuestros amigos.',
    'La profesora explicó la lección con mucha paciencia.',
    'Necesito una habitación tranquila con vistas al mar.',
    'El médico dijo que debía descansar y beber mucha agua.',
  ],
}

export const french: Language = {
  code: 'fr',
  name: 'French',
  unit: 'word',
  sentences: [
    'Le train est arrivé en retard, alors nous avons bu un café à la gare.',
    'Ma mère a acheté du pain, du fromage et des tomates au marché.',
    "Les enfants ont joué dans le parc jusqu'à la tombée de la nuit.",
    'Pouvez-vous me dire où se trouve la pharmacie la plus proche ?',
    'Le musée est fermé le lundi, mais le jardin est ouvert tous les jours.',
    "Personne n'a cru cette histoire avant de voir la photo dans le journal.",
    'Demain matin, nous irons à la plage avec nos amis.',
    'Le professeur a expliqué la leçon avec beaucoup de patience.',
    'Je voudrais une chambre calme avec vue sur la mer.',
    "Le médecin m'a dit de me reposer et de boire beaucoup d'eau.",
  ],
}

export const italian: Language = {
  code: 'it',
  name: 'Italian',
  unit: 'word',
  sentences: [
    'Il treno è arrivato in ritardo, così abbiamo preso un caffè alla stazione.',
    'Mia sorella ha comprato il pane, il formaggio e i pomodori al mercato.',
    'I bambini hanno giocato nel parco fino a quando ha iniziato a piovere.',
    'Può dirmi dove si trova la farmacia più vicina?',
    'Il museo è chiuso il lunedì, ma il giardino è aperto tutti i giorni.',
    'Nessuno ha creduto alla storia prima di vedere la fotografia sul giornale.',
    'Domani mattina andremo al mare con i nostri amici.',
    'La maestra ha spiegato la lezione con molta pazienza.',
    'Vorrei una camera tranquilla con vista sulla montagna.',
    'Il medico mi ha detto di riposare e di bere molta acqua.',
  ],
}

export const portuguese: Language = {
  code: 'pt',
  name: 'Portuguese',
  unit: 'word',
  sentences: [
    'O trem chegou atrasado, então tomamos um café na estação.',
    'Minha irmã comprou pão, queijo e tomates no mercado.',
    'As crianças brincaram no parque até começar a chover.',
    'Você pode me dizer onde fica a farmácia mais próxima?',
    'O museu fecha na segunda-feira, mas o jardim abre todos os dias.',
    'Ninguém acreditou na história até ver a fotografia no jornal.',
    'Amanhã de manhã vamos à praia com os nossos amigos.',
    'A professora explicou a lição com muita paciência.',
    'Eu gostaria de um quarto tranquilo com vista para o mar.',
    'O médico disse que eu devia descansar e beber bastante água.',
  ],
}

export const hindi: Language = {
  code: 'hi',
  name: 'Hindi',
  unit: 'character',
  sentences: [
    'ट्रेन देर से आई, इसलिए हमने स्टेशन पर चाय पी।',
    'मेरी बहन ने बाज़ार से रोटी और टमाटर खरीदे।',
    'बच्चे शाम तक पार्क में खेलते रहे।',
    'क्या आप मुझे बता सकते हैं कि दवा की दुकान कहाँ है?',
    'संग्रहालय सोमवार को बंद रहता है, लेकिन बगीचा हर दिन खुला है।',
    'कल सुबह हम अपने दोस्तों के साथ नदी पर जाएँगे।',
    'शिक्षक ने पाठ बहुत धैर्य से समझाया।',
    'मुझे एक शांत कमरा चाहिए।',
    'डॉक्टर ने कहा कि मुझे आराम करना चाहिए और पानी पीना चाहिए।',
    'किसी ने उस कहानी पर विश्वास नहीं किया।',
  ],
}
