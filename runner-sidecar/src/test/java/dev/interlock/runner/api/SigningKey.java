package dev.interlock.runner.api;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/// An identity provider's key: signs end-user tokens, by the JDK alone.
record SigningKey(String name, KeyPair pair) {

  static SigningKey named(String name) {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return new SigningKey(name, generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The claims of alice, in one group, until so many seconds from now.
  static String claims(String group, long seconds) {
    return "{\"sub\":\"alice\",\"iss\":\"https://idp.example\",\"aud\":\"interlock\",\"exp\":%d,\"groups\":[\"%s\"]}"
        .formatted(Instant.now().plusSeconds(seconds).getEpochSecond(), group);
  }

  static String header(String key) {
    return "{\"alg\":\"RS256\",\"kid\":\"%s\",\"typ\":\"JWT\"}".formatted(key);
  }

  /// The public key as a JSON Web Key Set.
  String jwks() {
    var key = (RSAPublicKey) pair.getPublic();
    return "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"%s\",\"alg\":\"RS256\",\"n\":\"%s\",\"e\":\"%s\"}]}"
        .formatted(
            name,
            base64(key.getModulus().toByteArray()),
            base64(key.getPublicExponent().toByteArray()));
  }

  String sign(String claims) {
    return sign(header(name), claims);
  }

  /// Signs by RS256, whatever the header says.
  String sign(String header, String claims) {
    var signed = text(header) + "." + text(claims);
    try {
      var signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(pair.getPrivate());
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + base64(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(String json) {
    return base64(json.getBytes(StandardCharsets.UTF_8));
  }

  /// Without the sign byte of a big integer.
  private static String base64(byte[] bytes) {
    int from = bytes[0] == 0 && bytes.length > 1 ? 1 : 0;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOfRange(bytes, from, bytes.length));
  }
}
