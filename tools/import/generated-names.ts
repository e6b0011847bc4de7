const givenNames =
  'Ada Adil Aina Aleix Alma Amir Anouk Ari Asha Aster Bao Bela Bruna Casper Celia Chidi Clara Dario Dina Edda Eliot Emre Enzo Faye Fleur Gael Greta Hana Hugo Ida Ilse Inés Ivo Jana Jonas Juno Kai Kira Lais Lars Leila Lior Luz Mads Maia Malik Mara Mateo Mila Mina Nadia Nils Noa Nour Olga Omar Oriol Paz Petra Pol Quim Rafa Remi Rhea Rosa Sam Sana Selma Sofia Stig Suri Tala Teo Tilda Uma Vera Vito Wanda Xavi Yara Yusuf Zoe'.split(
    ' ',
  );
const familyNames =
  'Abel Alder Amat Arroyo Ashby Bakker Baran Bauer Bello Berg Bosch Brook Calder Camps Cano Castel Dahl Daru Dekker Diallo Elm Engel Farrow Fiore Font Garrido Gold Grau Haas Hale Hart Holm Ibarra Islam Jansen Joshi Kaya Kern Koch Kurt Lane Laurent Lima Lund Marín Meyer Moss Mori Nadal Nair Novak Oak Okoro Orr Palmer Park Pinto Prat Quinn Ramos Reed Rey Roca Rossi Sato Serra Silva Skov Soler Stone Tan Tapia Thorn Tosca Urban Vale Vega Vidal Weber Wolf Wynn Yilmaz Young Zapata'.split(
    ' ',
  );

/** The made-up name of the person with a number, and a nickname; different numbers have different nicknames. */
export function madeUpName(number: number): { name: string; nickname: string } {
  const given = givenNames[number % givenNames.length]!;
  // Steps that share no divisor with the number of names lead to every pair of names.
  const family = familyNames[(number * 37 + Math.floor(number / givenNames.length)) % familyNames.length]!;
  const plain = `${given}_${family}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z_]/g, '')
    .toLowerCase();
  return { name: `${given} ${family}`, nickname: `${plain.slice(0, 12)}_${number}` };
}
