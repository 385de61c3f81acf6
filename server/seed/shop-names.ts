import type { Random } from './random.ts'

const complete = [
  'Corte & Prosa|Seu Zé Barbearia|Barba de Respeito|O Bigode do Vizinho|Tesoura Fina|Régua & Navalha|Cadeira Nº 1|Fio da Navalha|Barbearia Pente Fino|Cabelo, Barba & Bossa',
  'A Barbearia da Esquina|Nobre Barba|Casa da Barba|Degradê Club|Oficina do Corte|Barbearia Bom Talhe|Na Estica Barbearia|Corte Fino|Toalha Quente|Espuma & Lâmina|Barbearia Três Irmãos',
  'Alfaiate da Barba|Barbearia Boa Praça|Sr. Navalha|Barbearia Malandragem|Ponto do Corte|Barba Negra|Barbearia Chapéu Panamá|Velha Guarda Barbearia|Barbearia Vila Rica|O Mestre e a Tesoura',
  'Barbearia Sem Pressa|Lâmina 21|Mão de Tesoura|Barbearia Gravata Borboleta|Bigode Grosso|Clube do Cavalheiro|Barbearia Alvorada|Barba & Café|Barbearia Ipê-Amarelo|Jacarandá Barbearia',
  'Cobogó Barber Club|Barbearia Tropicália|Samba e Navalha|Barbearia Boêmia|O Cafofo do Barbeiro|Barbearia Belle Époque|Dois Dedos Barbearia|Pente & Poesia|Quintal da Barba|Barbearia Sobrado',
  'Garagem 85|Barbearia Trilho|Estação do Corte|Ferro & Fio|Barbearia Lampião|Cangaço Barber Shop|Barbearia Mandacaru|Barbearia do Porto|Cais da Barba|Barbearia Maré Mansa',
  'Farol Barbearia|Barbearia Igarapé|Barbearia Vitória-Régia|Rio Negro Barber Shop|Pantanal Barbearia|Barbearia Pequi|Cerrado Barber Club|Barbearia Araguaia|Barbearia Chimarrão|Galpão da Barba',
  'Querência Barbearia|Barbearia Minuano|Barbearia Seringal|Navalha Afiada|Barbearia Aroeira|Barbearia Paulistana|Barbearia Garoa|Terra da Barba|Barbearia Bonde 12|Barbearia Copan',
  'Galeria do Corte|Barbearia Vinil|Lado B Barbearia|Barbearia Fliperama|Rock & Razor|Barbearia Jazz|Bossa Nova Barbearia|Barbearia Maestro|Batuque Barber Shop|Cortes de Domingo',
  'Barbearia Domingueira|Meia-Noite Barbearia|Barbearia Coruja|Barbearia Sol a Sol|Barbearia Primeiro Corte|Pai & Filho Barbearia|Barbearia Herança|Barbearia Tradição|Salão do Povo|Barbearia Popular',
  'Corte Justo|Barbearia Bom Preço|Barbearia Amizade|Barbearia União|Barbearia Progresso|Barbearia Universal|Barbearia Central|Barbearia Imperial|Barbearia Real|Dom Corleone Barbearia',
  'Don Juan Barbearia|Lorde Barbearia|Barão da Barba|Visconde Barber Club|Marquês da Navalha|Conde da Tesoura|Cavalheiros & Cia|Gentleman do Cerrado|Barbearia Elegance|Barbearia Atelier',
  'Estúdio Linha Reta|Ângulo Barbearia|Traço Barber Studio|Simetria Barbearia|Prumo Barbearia|Esquadro Barber Shop|Compasso Barbearia|Barbearia Geometria|Contorno Barbearia|Perfil Barbearia',
  'Fade House|Low Fade Club|Black Comb|Barbearia Quilombo|Coroa Barber Shop|Ébano Barbearia|Afro Corte|Cachos & Navalha|Raiz Barbearia|Barbearia Crespo',
  'Barbearia Tatu|Onça Pintada Barbearia|Lobo Guará Barber Shop|Barbearia Carcará|Tucano Barbearia|Gavião Barber Club|Touro Barbearia|Barbearia Galo de Briga|Barbearia do Leão|Coruja Barber House',
  'Mustache & Co.|Handlebar Barbearia|Barbearia Suíça|Costeleta Barbearia|Cavanhaque|Barbearia Volta Seca|Topete Barbearia|Brilhantina|Gomex Barber Shop|Gumex & Navalha',
  'Pomada Preta|Talco & Toalha|Água de Cheiro Barbearia|Alecrim Barbearia|Cravo & Canela Barber|Café com Barba|Lúpulo Barber Club|Malte & Navalha|Barril Barbearia|Cachaça & Corte',
  'Boteco da Barba|Barbearia do Mercado|Barbearia da Praça|Barbearia da Matriz|Barbearia do Largo|Barbearia da Ladeira|Barbearia do Bosque|Barbearia do Lago|Barbearia Jardim|Varanda Barbearia',
  'Sala 7 Barbearia|Nº 42 Barbearia|Barbearia 1958|Desde 1973 Barbearia|Barbearia 33|Casa 19|Loja 3 Barber Shop|Esquina 10|Barbearia KM Zero|Rota 60 Barbearia',
  'Barbearia Caminhoneiro|Motor & Navalha|Barbearia Oficina 77|Duas Rodas Barber Shop|Barbearia Vira-Lata|Barbearia do Craque|Camisa 10 Barbearia|Barbearia Arquibancada|Barbearia Várzea|Barbearia Gol de Placa',
].flatMap((line) => line.split('|'))

const nicknames =
  'Tião Nego Baiano Mineiro Chico Tonho Neném Bira Juca Zeca Nando Beto Cadu Dedé Gil Guga Jota Leco Miro Neto Pepe Quim Rafa Sandrão Téo Vavá Xande Zito Dinho Lelo Tuca Alemão Japa Turco Pernambuco Gaúcho Paulinho Marquinhos Zezinho Toninho'.split(
    ' ',
  )
const surnames =
  'Abreu Bittencourt Caldas Dantas Escobar Fagundes Galvão Holanda Infante Junqueira Lacerda Magalhães Noronha Ornelas Paranhos Quintela Rezende Saldanha Toledo Uchoa Vasconcelos Werneck Zanetti Bragança Drummond Falcão Garrido Medeiros Navarro Prates Salgueiro Trindade Vilela Couto Bandeira Severo Montenegro Padilha Moraes Sodré'.split(
    ' ',
  )
const nicknameForms = ['Barbearia do {}', 'Seu {} Barbearia', '{} Barber Shop', '{} do Corte', 'Cantinho do {}']
const surnameForms = ['Barbearia {}', '{} & Filhos', 'Irmãos {}', 'Casa {}', '{} Barber Studio', 'Barbearia Dom {}']

/** Distinct names in random order. Throws when `count` exceeds the number of names. */
export function chooseShopNames(random: Random, count: number, taken: readonly string[]): string[] {
  const composed = [...fill(nicknames, nicknameForms), ...fill(surnames, surnameForms)]
  const names = [...new Set([...complete, ...composed])].filter((name) => !taken.includes(name))
  if (names.length < count) throw new Error(`only ${names.length} shop names for ${count} shops`)
  return random.shuffle(names).slice(0, count)
}

/** Uses each word in two forms only, so that one surname does not dominate a city. */
function fill(list: readonly string[], forms: readonly string[]) {
  return list.flatMap((word, index) =>
    [0, 3].map((offset) => (forms[(index + offset) % forms.length] ?? '{}').replace('{}', word)),
  )
}
